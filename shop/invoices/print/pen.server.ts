import PdfDocument from "pdfkit";
import type { FontOf } from "./fonts.server.ts";
import { type Line, printable, setLines, type Style } from "./lines.server.ts";
import { spelled } from "./spelling.server.ts";

/** The light theme's colours (app/styles/tokens.css), as PDF wants them. */
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

export interface Words extends Style {
  color?: string;
  /** Right-aligned words end at `x`. */
  align?: "left" | "right";
  /** From baseline to baseline, in sizes. */
  leading?: number;
}

/** Writes and draws on the one page; everything is measured in points from its upper left corner. */
export interface Pen {
  /** Writes text with its first line's top at `y`, as an element of this kind; returns where the next would begin. */
  write: (text: string, x: number, y: number, words: Words, tag?: "P" | "H1" | "H2") => number;
  /** What a text needs in width. */
  width: (text: string, words: Style) => number;
  /** Draws what is no content: a reader that speaks leaves it out. */
  draw: (how: (doc: PDFKit.PDFDocument) => void) => void;
  /** Ends the document. */
  finish: () => Promise<Uint8Array<ArrayBuffer>>;
}

export const PAGE = { width: 595.28, height: 841.89 };

/** Begins a document of one A4 page. Its bytes depend on what is written and on `at`, on nothing else. */
export function openPen(fontOf: FontOf, about: { title: string; author: string; at: Date }): Pen {
  const doc = new PdfDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    pdfVersion: "1.7",
    lang: "en",
    tagged: true,
    displayTitle: true,
    // None to begin with: the default would be embedded, too.
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
        // pdfkit takes a font that is open already; its types do not say so.
        doc.registerFont(font.key, spelled(font.font) as unknown as Buffer);
        registered.add(font.key);
      }
      // Without a list of features each word would be shaped for itself, from left to right.
      doc.font(font.key).fontSize(size);
      doc.text(text, at, baseline, { lineBreak: false, baseline: "alphabetic", features: [] });
      at += width;
    }
  };

  return {
    write: (text, x, y, words, tag = "P") => {
      const { size, color = ink.text, align = "left", leading = 1.4 } = words;
      const lines = setLines(printable(text), words, fontOf);
      const element = doc.struct(tag, {}, () => {
        doc.fillColor(color);
        lines.forEach((line, i) => {
          const left = align === "right" ? x - line.width : x;
          writeLine(line, left, y + size * (1.02 + i * leading), size);
        });
      });
      root.add(element);
      return y + size * leading * lines.length;
    },
    width: (text, words) => setLines(printable(text), words, fontOf)[0]?.width ?? 0,
    draw: (how) => {
      doc.markContent("Artifact", { type: "Layout" });
      doc.save();
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
