/** The default names. A module of its own, because it is part of the JavaScript of every page. */
export const defaultNames = {
  shopName: "Satchel",
  supportEmail: "support@satchel.example",
};
