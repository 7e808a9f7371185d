interface Match {
  id: string;
  loaderData?: unknown;
}

/** Returns the title, such as "Orders · Admin · Satchel", and the description of a screen. */
export function adminTitle(title: string, matches: readonly (Match | undefined)[]) {
  const root = matches.find((match) => match?.id === "root");
  const shopName = (root?.loaderData as { shopName?: string } | undefined)?.shopName;
  return [
    { title: [title, "Admin", shopName].filter(Boolean).join(" · ") },
    { name: "description", content: `${title}, in the back office of ${shopName ?? "the shop"}.` },
  ];
}
