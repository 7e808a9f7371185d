import { QRCodeSVG } from "qrcode.react";

export interface QrCodeProps {
  /** An array is encoded piece by piece, each in the smallest mode for its characters. */
  value: string | string[];
  /** The text alternative. */
  label: string;
  /** Error correction: H unless the text is so long that its modules would become too small. */
  level?: "L" | "M" | "H";
}

/** A QR code on white, with the quiet zone of four modules that scanners require. */
export function QrCode({ value, label, level = "H" }: QrCodeProps) {
  return (
    <div className="qr">
      <QRCodeSVG
        value={value}
        level={level}
        marginSize={4}
        bgColor="#ffffff"
        fgColor="#0d2329"
        role="img"
        aria-label={label}
      />
    </div>
  );
}
