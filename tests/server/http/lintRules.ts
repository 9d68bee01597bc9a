import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll } from 'vitest';
import { suppliers } from '#tests/support/suppliers.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

// Both are CommonJS.
export const { Ruleset, Spectral } = spectralCore;

export const { oas } = spectralRulesets;

/** Findings of the recommended rules, as `<severity> <rule> <place>: <message>`. */
export async function redoclyFindings(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return found.map(({ severity, ruleId, location, message }) => {
    const [place] = location;
    return `${severity} ${ruleId} ${place && 'pointer' in place ? place.pointer : ''}: ${message}`;
  });
}

/** Like `redoclyFindings`, by all of Spectral's rules for OpenAPI. */
export async function spectralFindings(source: string): Promise<string[]> {
  const spectral = new Spectral();
  spectral.setRuleset(new Ruleset({ extends: [[oas, 'recommended']] }));
  const found = await spectral.run(source);
  return found.map(({ severity, code, path, message }) => {
    const name = ['error', 'warn', 'info', 'hint'][severity];
    return `${name} ${code} ${path.join('/')}: ${message}`;
  });
}

/** A description of the API, for all tests of the `describe` around. Use what it returns in tests only. */
export function lintRules(name: string) {
  let world: World;
  let source: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20, resources: { suppliers } });
    source = (await world.call({ url: `/prod-api/${name}` })).body;
  });
  afterAll(() => world.close());
  return {
    get source() {
      return source;
    },
  };
}
