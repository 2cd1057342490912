import{a as o,b as r,c as e,d as t,e as m,f as p,g as a}from"/assets/part-VCCH6HPD.js";r();o(m("main",{children:[m(p,{}),m(a,{placement:t(e).placement,label:"棋盘"})]}),document.getElementById("app"));
