// A QR code as vectors, with its quiet zone of four modules.
import qrcode from "qrcode-generator";

export function Qr({ text, size = 200 }: { text: string; size?: number }) {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const n = code.getModuleCount();
  let d = "";
  for (let r = 0; r < n; r++) for (let c = 0; c < n; c++) if (code.isDark(r, c)) d += `M${c + 4} ${r + 4}h1v1h-1z`;
  return <svg class="qrcode" viewBox={`0 0 ${n + 8} ${n + 8}`} width={size} height={size} role="img" aria-label={text} shape-rendering="crispEdges"><path d={`M0 0h${n + 8}v${n + 8}H0z`} fill="#fff" /><path d={d} fill="#000" /></svg>;
}
