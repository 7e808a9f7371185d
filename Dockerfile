# The shop as it runs live: built here, then run by a user without rights; its root file system may be read-only.
FROM node:24-bookworm-slim AS build
WORKDIR /satchel
COPY package.json package-lock.json .npmrc ./
# Not `npm ci`: it refuses a lock file in which a registry lacked some other platform's binary.
RUN npm install --no-save --omit=dev --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --omit=optional --no-save && mkdir /data

# Node and what it needs, no shell and no package manager.
FROM gcr.io/distroless/nodejs24-debian12:nonroot
WORKDIR /satchel
ENV NODE_ENV=production SATCHEL_MODE=live HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# As are the flags of CMD, for less memory (docs/performance.md).
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_TRIM_THRESHOLD_=1048576
COPY --from=build /satchel/package.json /satchel/LICENSE ./
COPY --from=build /satchel/node_modules node_modules
COPY --from=build /satchel/build build
COPY --from=build /satchel/db/migrations db/migrations
# The thread that prints invoices runs from its source.
COPY --from=build /satchel/lib lib
COPY --from=build /satchel/messages messages
COPY --from=build /satchel/shop shop
# The only place that is written to, and only by the embedded database.
COPY --from=build --chown=nonroot:nonroot /data /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["/nodejs/bin/node", "deploy/healthcheck.mjs"]
COPY deploy/healthcheck.mjs deploy/healthcheck.mjs
CMD ["--max-semi-space-size=8", "--v8-pool-size=2", "--expose-gc", "build/server/index.js"]
