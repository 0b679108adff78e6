# Gatehouse: API, dashboard, widget and documentation on port 8080, with its data in /data.
#   docker build -t gatehouse .
#   docker run -p 127.0.0.1:8080:8080 -v gatehouse:/data gatehouse

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm run -s pack:server -- --unpacked /opt && rm -r node_modules
RUN printf '#!/usr/local/bin/node\nimport("/opt/gatehouse/apps/cli/main.mjs")\n' > /usr/local/bin/gatehouse \
  && chmod 755 /usr/local/bin/gatehouse && mkdir /data

# The C and C++ libraries that Node needs, certificates and time zones: no shell, no package manager.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /usr/local/bin/node /usr/local/bin/gatehouse /usr/local/bin/
COPY --from=build /opt/gatehouse /opt/gatehouse
COPY --from=build --chown=65532:65532 /data /data

ENV HOST=0.0.0.0 \
  PORT=8080 \
  GATEHOUSE_LOG_FORMAT=json \
  NODE_ENV=production
# The default paths of the settings, ./data/…, are in the volume.
WORKDIR /
VOLUME /data
EXPOSE 8080
USER 65532:65532
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --start-interval=2s --retries=3 \
  CMD ["/usr/local/bin/gatehouse", "health"]
ENTRYPOINT ["/usr/local/bin/node", "--no-concurrent-marking", "--no-concurrent-sweeping", "/opt/gatehouse/apps/cli/main.mjs"]
CMD ["serve"]
