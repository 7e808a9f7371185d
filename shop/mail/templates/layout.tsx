import type { CSSProperties, ReactNode } from "react";
import { Body, Container, Head, Hr, Html, Preview, Section, Text } from "react-email";
import type { MailSurroundings } from "../mail.ts";

// Mail clients know neither custom properties nor light-dark(): plain colours, which dark clients turn by themselves.
const colors = {
  ink: "#16282d",
  muted: "#4c5d61",
  line: "#dfe6e7",
  ground: "#f4f7f7",
  deep: "#0f3339",
  onDeep: "#f2f8f7",
  accent: "#0b5563",
};
const fontFamily = "'Geist', system-ui, -apple-system, 'Segoe UI', sans-serif";

export const text: CSSProperties = {
  color: colors.ink,
  fontSize: "16px",
  lineHeight: "25px",
  margin: "0 0 16px",
};
export const muted: CSSProperties = {
  ...text,
  color: colors.muted,
  fontSize: "14px",
  lineHeight: "21px",
};
export const mono: CSSProperties = {
  fontFamily: "'Geist Mono', ui-monospace, Menlo, monospace",
  wordBreak: "break-all",
};
export const button: CSSProperties = {
  backgroundColor: colors.accent,
  borderRadius: "10px",
  color: "#ffffff",
  display: "inline-block",
  fontSize: "15px",
  fontWeight: 600,
  padding: "13px 20px",
  textDecoration: "none",
};

/** The frame of every mail: the shop's name above, what it says, and how to reach the shop below. */
export function MailLayout(props: {
  preview: string;
  heading: string;
  shop: MailSurroundings;
  children: ReactNode;
}) {
  const { preview, heading, shop, children } = props;
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <title>{heading}</title>
      </Head>
      <Preview>{preview}</Preview>
      <Body style={{ backgroundColor: colors.ground, fontFamily, margin: 0, padding: "24px 12px" }}>
        <Container
          style={{
            backgroundColor: "#ffffff",
            border: `1px solid ${colors.line}`,
            borderRadius: "14px",
            maxWidth: "560px",
            overflow: "hidden",
          }}
        >
          <Section style={{ backgroundColor: colors.deep, padding: "18px 28px" }}>
            <Text
              style={{
                color: colors.onDeep,
                fontFamily: "'Besley', Georgia, serif",
                fontSize: "20px",
                fontWeight: 600,
                margin: 0,
              }}
            >
              {shop.shopName}
            </Text>
          </Section>
          <Section style={{ padding: "28px" }}>
            <Text style={{ ...text, fontSize: "22px", fontWeight: 600, lineHeight: "28px" }}>
              {heading}
            </Text>
            {children}
            <Hr
              style={{ border: 0, borderTop: `2px dashed ${colors.line}`, margin: "24px 0 20px" }}
            />
            <Text style={{ ...muted, margin: 0 }}>
              Questions? Write to {shop.supportEmail} and include the order ID. We never ask for a
              password or a wallet seed.
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>
  );
}
