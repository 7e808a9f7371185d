import { QRCodeSVG } from "qrcode.react";

export interface QrCodeProps {
  value: string;
  /** What the code holds, for those who cannot see it. */
  label: string;
}

/** As wide as its box, on white, with the four modules of quiet zone that scanners ask for. */
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
