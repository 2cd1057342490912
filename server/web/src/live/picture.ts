// The board as a PNG: the drawing with its colours written into it, painted on a canvas.
export async function picture(svg: SVGSVGElement, name: string) {
  const copy = svg.cloneNode(true) as SVGSVGElement, from = [svg, ...svg.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element), target = to[i] as SVGElement;
    for (const property of ["fill", "stroke", "opacity", "font-family", "font-weight", "transform", "color"]) target.style.setProperty(property, style.getPropertyValue(property));
  });
  const [, , w, h] = (svg.getAttribute("viewBox") ?? "0 0 900 1066").split(" ").map(Number);
  copy.setAttribute("width", String(w));
  copy.setAttribute("height", String(h));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(new XMLSerializer().serializeToString(copy));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = w!;
  canvas.height = h!;
  canvas.getContext("2d")!.drawImage(image, 0, 0);
  const link = document.createElement("a");
  link.href = canvas.toDataURL("image/png");
  link.download = name;
  link.click();
}
