// Ends with 0 when the shop in this container is ready, else with 1: there is no curl in the image.
const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).catch(() => ({
  ok: false,
}));
process.exit(ok ? 0 : 1);
