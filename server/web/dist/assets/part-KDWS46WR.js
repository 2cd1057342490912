import{a}from"/assets/part-HABJKX43.js";import"/assets/part-KRLAPDQN.js";import"/assets/part-LJOAQHAS.js";export{a as Qr};
