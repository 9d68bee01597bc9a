# The server with the built console. See docs/containers.md.

# The packages of the server and of the console's build, without the tools for tests and checks.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages packages
RUN npm ci --omit=dev

FROM packages AS console
COPY index.html tsconfig.json vite.config.ts ./
COPY bundling bundling
COPY public public
COPY i18n i18n
COPY resources resources
COPY scripts scripts
COPY shared shared
COPY src src
RUN node scripts/build.mjs

# Only the packages that the server imports.
FROM packages AS server
COPY scripts scripts
COPY shared shared
COPY server server
COPY demo demo
RUN node scripts/pruneToServer.mjs

FROM node:24-slim
# Without tsx's cache, nothing is written to the file system, so it may be read-only.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data TSX_DISABLE_CACHE=1
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=server /app ./
COPY --from=console /app/dist dist
COPY tsconfig.json ./
COPY i18n i18n
# Tells the server which components declarations may name.
COPY src/custom src/custom
# Last, because it changes most often. To add resources without a new image, mount a folder over it.
COPY resources resources
USER node
EXPOSE 4000
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without npm, so that the server is the first process and receives the signals.
# Its young objects get 16 MB at once: see docs/performance.md.
CMD ["node", "--min-semi-space-size=16", "scripts/run.mjs", "server/main.ts"]
