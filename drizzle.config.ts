export default {
  dialect: "postgresql",
  schema: "./shop/**/tables.ts",
  out: "./db/migrations",
};
