import { QRCodeSVG } from "qrcode.react";

export interface QrCodeProps {
  value: string;
  /** The text alternative. */
  label: string;
}

/** A QR code on white, with the quiet zone of four modules that scanners require. */
export function QrCode({ value, label }: QrCodeProps) {
  return (
    <div className="qr">
      <QRCodeSVG
        value={value}
        level="H"
        marginSize={4}
        bgColor="#ffffff"
        fgColor="#0d2329"
        role="img"
        aria-label={label}
      />
    </div>
  );
}
