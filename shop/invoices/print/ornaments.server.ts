import type { Stamp } from "../invoice.ts";
import { ink, type Pen } from "./pen.server.ts";

/** Draws the logo of app/ui/brand.tsx, which has a grid of 32. */
export function drawLogo(pen: Pen, x: number, y: number, size: number): void {
  pen.draw((doc) => {
    doc.translate(x, y).scale(size / 32);
    doc
      .path("M10.8 9.6V8.2A4.2 4.2 0 0 1 15 4h2a4.2 4.2 0 0 1 4.2 4.2v1.4")
      .lineWidth(2.6)
      .stroke(ink.accent);
    doc.path("M3 13h26v10a5.5 5.5 0 0 1-5.5 5.5h-15A5.5 5.5 0 0 1 3 23z").fill(ink.pocket);
    doc
      .path(
        "M3 13.5A4.5 4.5 0 0 1 7.5 9h17a4.5 4.5 0 0 1 4.5 4.5v.6c-1.7 4.7-6.7 7.2-13 7.2S4.7 18.8 3 14.1z",
      )
      .fill(ink.accent);
    doc.circle(16, 20.4, 5).lineWidth(2.2).fillAndStroke(ink.brass, ink.accent);
  });
}

/** Draws the dashed line between the parties and the items. */
export function drawStitch(pen: Pen, from: number, to: number, y: number): void {
  pen.draw((doc) =>
    doc
      .lineWidth(1.5)
      .lineCap("round")
      .strokeColor(ink.stitch)
      .dash(6, { space: 6 })
      .moveTo(from, y)
      .lineTo(to, y)
      .stroke(),
  );
}

/** Draws a thin line between related parts. */
export function drawRule(pen: Pen, from: number, to: number, y: number): void {
  pen.draw((doc) =>
    doc.lineWidth(0.75).strokeColor(ink.line).moveTo(from, y).lineTo(to, y).stroke(),
  );
}

/** The colours of dot, text and background, as on the badges. */
const tones: Record<Stamp["tone"], { dot: string; text: string; background: string }> = {
  completed: { dot: "#2a984b", text: "#145f30", background: "#e2f7e6" },
  pending: { dot: "#dda317", text: "#764f0d", background: "#fdf2d1" },
  rejected: { dot: "#d93636", text: "#ac2120", background: "#ffeceb" },
};

/** Draws the stamp with its right edge at `right`. */
export function drawStamp(pen: Pen, { text, tone }: Stamp, right: number, y: number): void {
  const { dot, text: color, background } = tones[tone];
  const style = { face: "strong", size: 11, color } as const;
  const left = right - pen.width(text, style) - 34;
  pen.draw((doc) => {
    doc.roundedRect(left, y, right - left, 24, 12).fill(background);
    doc.circle(left + 14, y + 12, 3.5).fill(dot);
  });
  pen.write(text, left + 23, y + 4.8, style);
}
