# The server with the built console. See docs/containers.md.

# Runtime dependencies, without the tools for tests and checks. Building the console needs no others.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM packages AS console
COPY index.html tsconfig.json vite.config.ts ./
COPY bundling bundling
COPY public public
COPY i18n i18n
COPY resources resources
COPY scripts scripts
COPY src src
RUN node scripts/build.mjs

FROM node:24-slim
# Without tsx's cache, nothing is written to the file system, so it may be read-only.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data TSX_DISABLE_CACHE=1
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=packages /app ./
COPY --from=console /app/dist dist
COPY tsconfig.json ./
COPY i18n i18n
COPY scripts scripts
COPY server server
COPY shared shared
# Tells the server which components declarations may name.
COPY src/custom src/custom
# Last, because it changes most often. To add resources without a new image, mount a folder over it.
COPY resources resources
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without npm, so that the server is the first process and receives the signals.
CMD ["node", "scripts/run.mjs", "server/main.ts"]
