import PdfDocument from "pdfkit";
import { type Language, languages } from "#messages/languages.ts";
import type { FontOf } from "./fonts.server.ts";
import { type Line, printable, setLines, type Style } from "./lines.server.ts";
import { withToUnicode } from "./to-unicode.server.ts";

/** The colours of the light theme (app/styles/tokens.css) in hexadecimal, for the PDF. */
export const ink = {
  text: "#102125",
  muted: "#4a5a5d",
  line: "#dbe1e2",
  stitch: "#97b1b2",
  accent: "#005a62",
  pocket: "#3f8f99",
  brass: "#e5b955",
  btc: "#ec8829",
  btcSoft: "#fff1e1",
  white: "#ffffff",
} as const;

export interface TextStyle extends Style {
  color?: string;
  /** Right-aligned text ends at `x`. */
  align?: "left" | "right";
  /** The distance of baselines, as a multiple of the size. */
  leading?: number;
}

/**
 * Writes and draws on the page; coordinates are in points from its upper left corner. A page from right to left is
 * mirrored: `x` is the distance from its right edge, and left is right.
 */
export interface Pen {
  /** Writes text with the top of its first line at `y`, as an element with this tag; returns the `y` of its end. */
  write: (text: string, x: number, y: number, style: TextStyle, tag?: "P" | "H1" | "H2") => number;
  /** Returns the width of a text. */
  width: (text: string, style: Style) => number;
  /** Draws decoration, tagged as an artifact, which screen readers skip. */
  draw: (how: (doc: PDFKit.PDFDocument) => void) => void;
  /** Ends the document. */
  finish: () => Promise<Uint8Array<ArrayBuffer>>;
}

export const PAGE = { width: 595.28, height: 841.89 };

/** Begins a document of one A4 page. Deterministic: its bytes depend only on its content and on `at`. */
export function openPen(
  fontOf: FontOf,
  about: { language: Language; title: string; author: string; at: Date },
): Pen {
  const isMirrored = languages[about.language].dir === "rtl";
  const doc = new PdfDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    pdfVersion: "1.7",
    lang: about.language,
    tagged: true,
    displayTitle: true,
    // No font at first: the default one would be embedded as well.
    font: "",
    info: {
      Title: about.title,
      Author: about.author,
      Producer: "Satchel",
      Creator: "Satchel",
      CreationDate: about.at,
      ModDate: about.at,
    },
  });
  const chunks: Uint8Array[] = [];
  doc.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => doc.once("end", resolve));
  const root = doc.struct("Document");
  doc.addStructure(root);
  const registered = new Set<string>();

  const writeLine = (line: Line, x: number, baseline: number, size: number) => {
    let at = x;
    for (const { text, font, width } of line.runs) {
      if (!registered.has(font.key)) {
        // pdfkit accepts a fontkit font, which its types do not declare.
        doc.registerFont(font.key, withToUnicode(font.font) as unknown as Buffer);
        registered.add(font.key);
      }
      // Without a list of features pdfkit shapes each word separately, from left to right.
      doc.font(font.key).fontSize(size);
      doc.text(text, at, baseline, { lineBreak: false, baseline: "alphabetic", features: [] });
      at += width;
    }
  };

  return {
    write: (text, x, y, style, tag = "P") => {
      const { size, color = ink.text, align = "left", leading = 1.4 } = style;
      const lines = setLines(printable(text), style, fontOf);
      const element = doc.struct(tag, {}, () => {
        doc.fillColor(color);
        lines.forEach((line, i) => {
          const start = align === "right" ? x - line.width : x;
          const left = isMirrored ? PAGE.width - start - line.width : start;
          writeLine(line, left, y + size * (1.02 + i * leading), size);
        });
      });
      root.add(element);
      return y + size * leading * lines.length;
    },
    width: (text, style) => setLines(printable(text), style, fontOf)[0]?.width ?? 0,
    draw: (how) => {
      doc.markContent("Artifact", { type: "Layout" });
      doc.save();
      if (isMirrored) doc.translate(PAGE.width, 0).scale(-1, 1);
      how(doc);
      doc.restore();
      doc.endMarkedContent();
    },
    finish: async () => {
      root.end();
      doc.end();
      await ended;
      return new Uint8Array(Buffer.concat(chunks));
    },
  };
}
