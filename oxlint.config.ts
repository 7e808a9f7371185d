import { defineConfig, type OxlintOverride } from "oxlint";

/** Top folders from bottom to top: each may import those before it. `sandbox` stands alone. */
const rooms = ["lib", "messages", "db", "shop", "app", "server"];

/** Features of `shop/` from bottom to top: each may import those before it. */
const features = [
  "rules",
  "settings",
  "limits",
  "mail",
  "audit",
  "accounts",
  "api-keys",
  "team",
  "metrics",
  "settings-changes",
  "catalog",
  "promotions",
  "checkouts",
  "credit",
  "gift-codes",
  "sales",
  "orders",
  "fulfilment",
  "payments",
  "methods",
  "order-list",
  "checkout",
  "invoices",
  "loyalty",
  "newsletter",
  "mail-sending",
  "webhooks",
  "notifications",
  "delivery",
  "customers",
  "search",
  "reports",
  "operations",
];

/** What they may import of those after them: tables that they join, and pure models. */
const exceptions: Record<string, string[]> = {
  mail: [
    "accounts/tables.ts",
    "newsletter/tables.ts",
    "orders/tables.ts",
    "orders/status-reason.ts",
    "catalog/goods.ts",
  ],
  credit: ["orders/tables.ts"],
};

const message = "against the direction of imports (docs/architecture.md)";

interface RestrictedImport {
  name: string;
  importNames: string[];
  message: string;
}

/** Refuses these imports in files below the folder. A later rule for the same files replaces an earlier one. */
function refuse(folder: string, group: string[], paths: RestrictedImport[] = []): OxlintOverride {
  return {
    files: [`${folder}/**`],
    rules: { "no-restricted-imports": ["error", { patterns: [{ group, message }], paths }] },
  };
}

/** A screen redirects to a path of this shop, or says that it leads out of it. */
const routersRedirects: RestrictedImport = {
  name: "react-router",
  importNames: ["redirect", "redirectDocument", "replace"],
  message: "use app/redirects.ts",
};

/** What leads into one of these folders, whether by its `#` alias or by a relative path. */
const into = (...folders: string[]) =>
  folders.flatMap((name) => [`#${name}/**`, `**/../${name}/**`]);

/** Modules of React Router: what parts of a screen share with them stands in a part. */
const entries = ["**/route.tsx", "**/root.tsx"];

const outsideOfShop = [...into("app", "server"), "react-router", "hono", "hono/*"];

const featureRules = features.map((feature, i) =>
  refuse(`shop/${feature}`, [
    ...outsideOfShop,
    ...features.slice(i + 1).flatMap((later) => [`#shop/${later}/**`, `**/../${later}/**`]),
    ...(exceptions[feature] ?? []).flatMap((files) => [`!#shop/${files}`, `!**/../${files}`]),
  ]),
);

export default defineConfig({
  plugins: ["typescript", "react", "import", "jsx-a11y", "unicorn", "oxc", "promise"],
  categories: { correctness: "error", suspicious: "error", perf: "error" },
  ignorePatterns: ["build", ".react-router", "db/migrations"],
  rules: {
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-default-export": "error",
    "import/no-unassigned-import": ["error", { allow: ["**/*.css"] }],
    "no-console": "error",
    "no-unused-vars": [
      "error",
      { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
    ],
    "typescript/no-explicit-any": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "import/no-named-as-default-member": "off",
    "jsx-a11y/anchor-has-content": "off",
    // A link in a sentence gets its content from the text (`rich`); fields stand in labels, as the default knows.
    "jsx-a11y/control-has-associated-label": [
      "error",
      { ignoreElements: ["a", "input", "textarea"] },
    ],
    "jsx-a11y/prefer-tag-over-role": "off",
    "no-await-in-loop": "off",
    "no-shadow": "off",
    "no-unmodified-loop-condition": "off",
    "oxc/no-map-spread": "off",
    "promise/no-callback-in-promise": "off",
    "react/exhaustive-effect-dependencies": "off",
    "react/no-array-index-key": "off",
    "react/react-in-jsx-scope": "off",
    "typescript/consistent-return": "off",
    "typescript/no-unsafe-type-assertion": "off",
    "unicorn/consistent-function-scoping": "off",
    "unicorn/no-useless-spread": "off",
    "unicorn/prefer-set-has": "off",
    "unicorn/require-post-message-target-origin": "off",
  },
  overrides: [
    {
      files: [
        "app/root.tsx",
        "app/routes.ts",
        "app/routes/**",
        "app/entry.*.tsx",
        "messages/*.ts",
        "*.config.ts",
        "tests/**/global-setup.ts",
      ],
      rules: { "import/no-default-export": "off" },
    },
    {
      files: [
        "server/main.ts",
        "server/recovery/**",
        "scripts/**",
        "sandbox/**",
        "bench/**",
        "tests/**",
        "examples/**",
      ],
      rules: { "no-console": "off" },
    },
    ...rooms.map((room, i) =>
      refuse(
        room,
        [...into(...rooms.slice(i + 1), "sandbox"), ...entries],
        room === "app" ? [routersRedirects] : [],
      ),
    ),
    { ...refuse("app", into("server", "sandbox")), files: ["app/redirects.ts"] },
    refuse("shop", outsideOfShop),
    ...featureRules,
    {
      files: ["lib/**", "shop/**", "server/**"],
      rules: {
        "no-restricted-globals": [
          "error",
          { name: "fetch", message: "use createHttpClient (lib/http-client.server.ts)" },
        ],
      },
    },
    refuse("app/ui", [
      ...into("shop", "db", "server", "sandbox", "app/routes", "routes"),
      ...entries,
    ]),
    refuse("sandbox", into(...rooms)),
    {
      files: [...rooms, "sandbox", "scripts"].map((folder) => `${folder}/**`),
      rules: { "max-lines": ["error", { max: 250 }] },
    },
    // A catalogue has as many lines as the shop has texts.
    { files: ["messages/??.ts", "messages/??-??.ts"], rules: { "max-lines": "off" } },
    {
      files: ["**/*.test.ts", "**/*.test.tsx", "**/test-*.ts"],
      rules: {
        "max-lines": "off",
        "no-restricted-imports": "off",
        "no-restricted-globals": "off",
      },
    },
  ],
});
