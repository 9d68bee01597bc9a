import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

/** The fields that `runArguments` translates. Another field must be added there, so it is an error. */
const serviceSchema = z.strictObject({
  build: z.literal('.'),
  environment: z.record(z.string(), z.union([z.string(), z.int()])),
  secrets: z.array(z.string()),
  depends_on: z.strictObject({ database: z.strictObject({ condition: z.literal('service_healthy') }) }),
  ports: z.array(z.string()),
  volumes: z.array(z.string()),
  read_only: z.boolean(),
  tmpfs: z.array(z.string()),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  stop_grace_period: z.string().regex(/^\d+s$/),
  restart: z.literal('unless-stopped'),
});
const fileSchema = z.strictObject({
  services: z.strictObject({ console: serviceSchema, database: z.record(z.string(), z.unknown()) }),
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
  volumes: z.record(z.string(), z.null()),
});

/** The service `console` of compose.yaml. */
export interface ComposeService {
  /** Name of a secret to its file, relative to the project. */
  secrets: ReadonlyMap<string, string>;
  /** As in `127.0.0.1:4000:4000`. */
  ports: readonly string[];
  /** Seconds between SIGTERM and SIGKILL. */
  graceSeconds: number;
  /** Arguments of `podman run` that do the same. */
  runArguments: string[];
}

/**
 * Reads compose.yaml as Docker Compose does.
 * @param variables of the shell that runs Compose
 * @param secretsFolder holds each secret in a file of its name
 */
export function composeService(variables: Readonly<Record<string, string>>, secretsFolder: string): ComposeService {
  const file = fileSchema.parse(parse(readFileSync('compose.yaml', 'utf8')));
  const service = file.services.console;
  const interpolate = (value: string) =>
    value.replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, otherwise: string) => variables[name] ?? otherwise);
  const absolute = (volume: string) => (volume.startsWith('.') ? path.resolve() + volume.slice(1) : volume);
  return {
    secrets: new Map(service.secrets.map((name) => [name, file.secrets[name]?.file ?? ''])),
    ports: service.ports,
    graceSeconds: Number.parseInt(service.stop_grace_period, 10),
    runArguments: [
      ...Object.entries(service.environment).map(([name, value]) => `--env=${name}=${interpolate(String(value))}`),
      ...service.secrets.map((name) => `--volume=${path.join(secretsFolder, name)}:/run/secrets/${name}:ro`),
      ...service.volumes.map((volume) => `--volume=${absolute(volume)}`),
      // Podman would mount further temporary file systems otherwise.
      ...(service.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
      ...service.tmpfs.map((folder) => `--tmpfs=${folder}`),
      ...service.cap_drop.map((capability) => `--cap-drop=${capability}`),
      ...service.security_opt.map((option) => `--security-opt=${option.replace(/:true$/, '')}`),
    ],
  };
}
