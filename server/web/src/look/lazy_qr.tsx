// The QR code drawer, loaded when one is shown.
import { useEffect, useState } from "preact/hooks";
import type { Qr } from "./qr";

export function LazyQr(props: { text: string; size?: number }) {
  const [Drawer, setDrawer] = useState<{ it: typeof Qr } | null>(null);
  useEffect(() => { void import("./qr").then((m) => setDrawer({ it: m.Qr })); }, []);
  return Drawer ? <Drawer.it {...props} /> : null;
}
