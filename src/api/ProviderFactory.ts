import type { Clock } from '#shared/clock.ts';
import type { HttpClient } from './httpClient.ts';

/** Every provider is made of the same three things, so that each can be tried on its own. */
export type ProviderFactory<Config, Provider> = (config: Config, httpClient: HttpClient, clock: Clock) => Provider;
