import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** Namespaces of the texts that can be shown before sign-in. */
const LOGIN_TEXTS = ['login', 'enrolment', 'password', 'errors'];
/** Those of pages that are fetched when they are opened: each waits for `lateTexts`. */
const LATE_TEXTS = [
  'account',
  'actionResult',
  'basicInfo',
  'batch',
  'cardNumber',
  'cards',
  'charts',
  'configurationProblems',
  'dashboard',
  'decisions',
  'declaration',
  'exporting',
  'feeBreakdown',
  'form',
  'inbox',
  'live',
  'menuEditor',
  'merchant',
  'moneyForms',
  'notifyAttempts',
  'ownPasswords',
  'people',
  'platform',
  'prompts',
  'rolePermissions',
  'signatureTester',
  'statement',
  'statistics',
  'submerchant',
  'timeline',
  'wallets',
];

/** What the server alone says: its answers have the words. */
const SERVER_TEXTS = ['payPage', 'refusals'];

type Part = 'login' | 'console' | 'late' | 'server';

function partOf(namespace: string): Part {
  if (LOGIN_TEXTS.includes(namespace)) return 'login';
  if (SERVER_TEXTS.includes(namespace)) return 'server';
  return LATE_TEXTS.includes(namespace) ? 'late' : 'console';
}

/**
 * `i18n/en.json?login`: the login page's texts alone, as its first paint must not wait for those of the console;
 * `?late`: those of some pages; `?console`: all others.
 */
export function partsOfTexts(): Plugin {
  return {
    name: 'parts-of-texts',
    enforce: 'pre',
    async load(id) {
      const [, file, part] = /^(.+\.json)\?(login|console|late)$/.exec(id) ?? [];
      if (file === undefined) return null;
      this.addWatchFile(file);
      const texts: unknown = JSON.parse(await readFile(file, 'utf8'));
      if (typeof texts !== 'object' || texts === null) return null;
      const chosen = Object.entries(texts).filter(([namespace]) => partOf(namespace) === part);
      return { code: `export default ${JSON.stringify(Object.fromEntries(chosen))}`, moduleType: 'js' };
    },
  };
}
