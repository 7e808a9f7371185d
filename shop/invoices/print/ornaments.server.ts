import type { Stamp } from "../invoice.ts";
import { ink, type Pen } from "./pen.server.ts";

/** The satchel of app/ui/brand.tsx, on its grid of 32. */
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

/** The seam between what one gives and what one gets. */
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

/** A thin line between parts of one subject. */
export function drawRule(pen: Pen, from: number, to: number, y: number): void {
  pen.draw((doc) =>
    doc.lineWidth(0.75).strokeColor(ink.line).moveTo(from, y).lineTo(to, y).stroke(),
  );
}

/** Dot, word and ground, as the badges have them. */
const tones: Record<Stamp["tone"], { dot: string; word: string; ground: string }> = {
  completed: { dot: "#2a984b", word: "#145f30", ground: "#e2f7e6" },
  pending: { dot: "#dda317", word: "#764f0d", ground: "#fdf2d1" },
  rejected: { dot: "#d93636", word: "#ac2120", ground: "#ffeceb" },
};

/** Ends at `right`. */
export function drawStamp(pen: Pen, { text, tone }: Stamp, right: number, y: number): void {
  const { dot, word, ground } = tones[tone];
  const words = { face: "strong", size: 11, color: word } as const;
  const left = right - pen.width(text, words) - 34;
  pen.draw((doc) => {
    doc.roundedRect(left, y, right - left, 24, 12).fill(ground);
    doc.circle(left + 14, y + 12, 3.5).fill(dot);
  });
  pen.write(text, left + 23, y + 4.8, words);
}
