/** A satchel in the theme's colours, with a coin as its clasp. */
function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <path
        d="M10.8 9.6V8.2A4.2 4.2 0 0 1 15 4h2a4.2 4.2 0 0 1 4.2 4.2v1.4"
        fill="none"
        stroke="var(--logo-body)"
        strokeWidth="2.6"
      />
      <path
        d="M3 13h26v10a5.5 5.5 0 0 1-5.5 5.5h-15A5.5 5.5 0 0 1 3 23z"
        fill="var(--logo-pocket)"
      />
      <path
        d="M3 13.5A4.5 4.5 0 0 1 7.5 9h17a4.5 4.5 0 0 1 4.5 4.5v.6c-1.7 4.7-6.7 7.2-13 7.2S4.7 18.8 3 14.1z"
        fill="var(--logo-body)"
      />
      <circle
        cx="16"
        cy="20.4"
        r="5"
        fill="var(--brass)"
        stroke="var(--logo-body)"
        strokeWidth="2.2"
      />
    </svg>
  );
}

/** The logo and the shop's name. */
export function Brand({ name }: { name: string }) {
  return (
    <span className="brand">
      <Logo />
      <bdi className="brand__name">{name}</bdi>
    </span>
  );
}
