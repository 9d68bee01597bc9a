import { runtimeSettingsSchema, type RuntimeSettings } from '#shared/contract/runtimeSettings.ts';

/**
 * The deployment's settings from the JSON block of index.html; defaults where it is silent.
 * @throws SyntaxError or ZodError when the block is broken: better no console than one that calls the wrong server
 */
export function readRuntimeSettings(settings: string): RuntimeSettings {
  return runtimeSettingsSchema.parse(JSON.parse(settings));
}
