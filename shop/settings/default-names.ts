/** What a new shop is called, and whom to write to. By itself, because every page of the shop brings it along. */
export const defaultNames = {
  shopName: "Satchel",
  supportEmail: "support@satchel.example",
};
