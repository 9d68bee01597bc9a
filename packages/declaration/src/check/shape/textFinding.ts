import { LONGEST_NAME, NAME_PATTERN } from '../../names.ts';
import { TENANT_KINDS } from '../../resource.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';

const AMOUNTS = ['min', 'max', 'default'];

/**
 * The finding for a text with a wrong format.
 * @param format Zod's name of the format
 */
export function textFinding(path: Path, value: unknown, format = 'regex'): Finding {
  const text = String(value);
  if (format === 'date') return finding('R024', path, { value: text });
  const key = path.findLast((step) => typeof step === 'string');
  if (path[0] === 'tenants') {
    return finding('R263', path, { value: text }, { suggestion: nearest(text, TENANT_KINDS) });
  }
  if (path[0] === 'menu') return finding('R264', path, { value: text }, { suggestion: addressLike(text) });
  if (path[0] === 'endpoints') return finding(key === 'path' ? 'R027' : 'R028', path, { value: text });
  if (key === 'permission') return finding('R025', path, { value: text });
  if (key === 'endpoint') return finding('R026', path, { value: text });
  if (typeof key === 'string' && AMOUNTS.includes(key)) return finding('R023', path, { value: text });
  return finding('R016', path, { value: text, max: LONGEST_NAME }, { suggestion: nameLike(text) });
}

/** The first part of an address with its slash, if it has one. */
function addressLike(text: string): string | undefined {
  const [part] = /[\w-]+/.exec(text) ?? [];
  return part === undefined ? undefined : `/${part}`;
}

/** Converts the text to a valid name, if possible. */
function nameLike(text: string): string | undefined {
  const name = text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '');
  return NAME_PATTERN.test(name) && name.length <= LONGEST_NAME ? name : undefined;
}
