import { readFileSync } from "node:fs";
import type { Download } from "@playwright/test";
import { readWorkbook } from "../read-workbook.ts";
import { expect, test } from "./admin-shop.ts";
import { mark, row } from "./orders-page.ts";
import { placeOrder } from "./place-order.ts";

async function read(download: Download): Promise<string> {
  return readFileSync(await download.path(), "utf8");
}

async function readCells(download: Download) {
  expect(download.suggestedFilename()).toMatch(/^orders-[\d-]+\.xlsx$/);
  return readWorkbook(readFileSync(await download.path())).rows;
}

// With motion: menus, dialogs and toasts move.
test.use({ reducedMotion: "no-preference" });

test("several selected orders: status, both exports and deletion, each change with a question @core", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const name = mark();
  const placed = [];
  for (const suffix of ["a", "b", "c"])
    placed.push(await placeOrder(shop, { buyer: { username: `${name}${suffix}` } }));
  const [a, b, c] = placed.map(({ id }) => id);
  await page.goto(`/admin/orders?q=${name}`);
  await page.getByRole("checkbox", { name: `Select order ${a}` }).check();
  await page.getByRole("checkbox", { name: `Select order ${c}` }).check();
  const bar = page.getByRole("group", { name: "Selected orders" });
  await expect(bar).toContainText("2 selected");
  const file = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Export selected" }).click();
  const some = await read(await file);
  expect(some.startsWith('\uFEFF"Order ID",')).toBe(true);
  expect(some.trim().split("\r\n")).toHaveLength(3);
  expect(some).not.toContain(b);

  const workbook = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Excel file of the selected orders" }).click();
  const cells = await readCells(await workbook);
  expect(new Set(cells.map(([id]) => id))).toEqual(new Set(["Order ID", a, c]));
  expect(cells[1]?.slice(8, 10)).toEqual([350, 14.99]);

  await bar.getByLabel("New status").selectOption("Completed");
  const question = page.getByRole("alertdialog");
  await bar.getByRole("button", { name: "Set 2 orders to Completed" }).click();
  await expect(question).toContainText("Set 2 orders to Completed?");
  await expect(question).toContainText("2 orders are not paid. The customers get an email.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(bar).toContainText("2 selected");
  await bar.getByRole("button", { name: "Set 2 orders to Completed" }).click();
  await question.getByRole("button", { name: "Set 2 orders to Completed" }).click();
  await expect(page.getByText("2 orders set to Completed.")).toBeVisible();
  await expect(bar).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone: 2 orders.")).toBeVisible();
  await expect(row(page, a ?? "")).toContainText("Pending");
  await page.getByRole("checkbox", { name: `Select order ${a}` }).check();
  await page.getByRole("checkbox", { name: `Select order ${c}` }).check();
  await bar.getByRole("button", { name: "Set 2 orders to Completed" }).click();
  await question.getByRole("button", { name: "Set 2 orders to Completed" }).click();
  await expect(page.getByText("2 orders set to Completed.")).toBeVisible();
  await expect(bar).toBeHidden();
  await page.getByRole("checkbox", { name: "Select all orders on this page" }).check();
  await expect(bar).toContainText("3 selected");
  // Live updates keep the selection and the message.
  for (let n = 0; n < 2; n += 1) {
    const follows = page.waitForResponse(/\/admin\/orders\.data/);
    await placeOrder(shop);
    await follows;
  }
  await expect(bar).toContainText("3 selected");
  await expect(page.getByText("2 orders set to Completed.")).toBeVisible();
  await bar.getByRole("button", { name: "Set 1 order to Completed" }).click();
  await expect(question).toContainText("2 orders have this status already. 1 order is not paid.");
  await question.getByRole("button", { name: "Set 1 order to Completed" }).click();
  await expect(
    page.getByText("1 order set to Completed. 2 orders were Completed already."),
  ).toBeVisible();
  await expect(row(page, b ?? "")).toContainText("Completed");

  const all = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export the list as CSV" }).click();
  const whole = await read(await all);
  expect(whole.trim().split("\r\n")).toHaveLength(4);
  expect(whole).toContain(`${name}a`);

  const list = page.waitForEvent("download");
  await page.getByRole("button", { name: "Excel file of the list" }).click();
  expect(await readCells(await list)).toHaveLength(4);

  await page.getByRole("checkbox", { name: `Select order ${a}` }).check();
  await page.getByRole("checkbox", { name: `Select order ${b}` }).check();
  await bar.getByRole("button", { name: "Delete" }).click();
  await expect(question).toContainText(
    "Are you sure you want to delete these orders? This action cannot be undone.",
  );
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("2 orders deleted.")).toBeVisible();
  await expect(row(page, a ?? "")).toBeHidden();
  await expect(row(page, c ?? "")).toBeVisible();
});
