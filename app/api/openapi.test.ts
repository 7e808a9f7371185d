import { describe, expect, test } from "vitest";
import { z } from "zod";
import { seedPackages } from "#shop/catalog/package.ts";
import { publicPackage } from "#shop/catalog/public-package.ts";
import { apiReference } from "./reference.server.ts";
import { curlExample, openApiDocument } from "./openapi.ts";
import { responseSchemas, operationList, operations } from "./operations.ts";
import { problemNames } from "./problem.ts";
import { orderQuerySchema, statusChangeSchema } from "./schemas.ts";

const document = openApiDocument() as {
  paths: Record<string, Record<string, { responses: object; parameters?: { name: string }[] }>>;
  components: { schemas: Record<string, { required: string[]; properties: object }> };
};

describe("the OpenAPI document", () => {
  test("has every operation, and every response field is required", () => {
    const described = Object.values(document.paths).flatMap((path) =>
      Object.keys(path).filter((key) => key !== "parameters"),
    );
    expect(described).toHaveLength(operationList.length);
    for (const name of Object.keys(responseSchemas)) {
      const { required, properties } = document.components.schemas[name] ?? {};
      expect(required).toEqual(Object.keys(properties ?? {}));
    }
  });

  test("references exactly the schemas that it contains", () => {
    const text = JSON.stringify(document);
    const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(new Set(names)).toEqual(new Set(Object.keys(document.components.schemas)));
  });

  test("has the limits of the query parameters", () => {
    const { parameters } = document.paths["/orders"]?.get ?? {};
    expect(parameters?.find(({ name }) => name === "limit")).toMatchObject({
      in: "query",
      schema: { type: "integer", minimum: 1, maximum: 100, default: 50 },
    });
    expect(parameters?.map(({ name }) => name)).toEqual(Object.keys(orderQuerySchema.shape));
  });

  test("accepts the packages of the shop by the schema of the list", () => {
    const stored = { soldOut: false, validFrom: null, validUntil: null, costCents: 99, version: 1 };
    const packages = seedPackages.map((pkg) =>
      publicPackage({ ...pkg, ...stored }, { withCosts: pkg.id === "1" }),
    );
    expect(packages.map(({ costCents }) => costCents).filter(Boolean)).toEqual([99]);
    const schema = z.fromJSONSchema(z.toJSONSchema(responseSchemas.PackageList));
    expect(schema.safeParse({ packages }).success).toBe(true);
    expect(schema.safeParse({ packages: [{ ...packages[0], placement: "off" }] }).success).toBe(
      false,
    );
  });
});

test("the reference page lists the operations of the document", () => {
  const { operations: listed, problems } = apiReference("https://shop.example");
  expect(listed.map(({ id }) => id)).toEqual(operationList.map(({ id }) => id));
  expect(problems.map(({ name }) => name)).toEqual(problemNames);
  const list = listed.find(({ id }) => id === "listOrders");
  expect(list?.response.map(({ name }) => name)).toContain("orders[].package.coins");
  expect(
    listed.flatMap(({ parameters, body, response }) => [...parameters, ...body, ...response]),
  ).toEqual(
    listed.flatMap(({ parameters, body, response }) =>
      [...parameters, ...body, ...response].map((field) => ({
        ...field,
        type: expect.not.stringMatching(/undefined|\[object/) as string,
      })),
    ),
  );
});

test("an example is a curl command", () => {
  expect(curlExample(operations.setStatus, "https://shop.example")).toBe(
    [
      'curl "https://shop.example/api/v1/orders/7KQ2M9X" \\',
      "  -X PATCH \\",
      '  -H "Authorization: Bearer $SATCHEL_KEY" \\',
      '  -H "Content-Type: application/json" \\',
      `  -d '{"status":"completed"}'`,
    ].join("\n"),
  );
});

test("a reason is one line, for rejected orders only", () => {
  const fits = (body: unknown) => statusChangeSchema.safeParse(body).success;
  expect(fits({ status: "rejected", reason: "No such account" })).toBe(true);
  expect(fits({ status: "completed", reason: "" })).toBe(true);
  for (const reason of ["a\nb", "\ud800", "\u0000", "x".repeat(301)])
    expect(fits({ status: "rejected", reason })).toBe(false);
});
