import { parse, visit, type ParseError } from 'jsonc-parser';
import type { Parameter } from './signatureBase.ts';

/** A lone surrogate, which can't be encoded as UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Reasons why a text contains no parameters to sign. */
export type ParametersProblem =
  | { problem: 'empty' | 'encoding' | 'no_object' }
  | { problem: 'no_value' | 'nested' | 'twice'; name: string }
  | { problem: 'json'; line: number };

export interface Parameters {
  /** In the order of the text. */
  parameters: readonly Parameter[];
  /** The parameters as encoded in a form, or null for a JSON object, which has no such encoding. */
  encoded: readonly Parameter[] | null;
}

/**
 * Parses a call's parameters from a form (`a=1&b=2`, also as the query of a URL, or one per line) or a JSON object. A
 * JSON number keeps its notation: `1.10` stays `1.10`. `null` counts as no value.
 */
export function readParameters(text: string): Parameters | ParametersProblem {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'empty' };
  const read = /^[[{"]/.test(trimmed) ? ofJson(trimmed) : ofForm(trimmed);
  if ('problem' in read) return read;
  if (read.parameters.some((one) => one.some((part) => LONE_SURROGATE.test(part)))) return { problem: 'encoding' };
  const names = read.parameters.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? read : { problem: 'twice', name: twice };
}

function ofForm(text: string): Parameters | ParametersProblem {
  const query = /^https?:\/\/[^?\s]*\?(.*)$/s.exec(text)?.[1] ?? text.replace(/^\?/, '');
  const parts = query.split(/[&\r\n]+/).filter((part) => part.trim() !== '');
  const unnamed = parts.find((part) => part.indexOf('=') < 1);
  if (unnamed !== undefined) return { problem: 'no_value', name: unnamed };
  const encoded = parts.map((part): Parameter => {
    const at = part.indexOf('=');
    return [part.slice(0, at), part.slice(at + 1)];
  });
  try {
    return { parameters: encoded.map(([name, value]) => [decoded(name), decoded(value)]), encoded };
  } catch {
    return { problem: 'encoding' };
  }
}

/** @throws {URIError} if a `%` doesn't start an encoded character */
function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

function ofJson(text: string): Parameters | ParametersProblem {
  const errors: ParseError[] = [];
  const root: unknown = parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [error] = errors;
  if (error) return { problem: 'json', line: text.slice(0, error.offset).split('\n').length };
  if (typeof root !== 'object' || root === null || Array.isArray(root)) return { problem: 'no_object' };
  const parameters: Parameter[] = [];
  let name = '';
  let depth = 0;
  let nested: string | null = null;
  const enter = () => {
    if (depth > 0) nested ??= name;
    depth += 1;
  };
  const leave = () => {
    depth -= 1;
  };
  visit(text, {
    onObjectBegin: enter,
    onArrayBegin: enter,
    onObjectEnd: leave,
    onArrayEnd: leave,
    onObjectProperty(property) {
      if (depth === 1) name = property;
    },
    onLiteralValue(value: unknown, offset, length) {
      const written = typeof value === 'string' ? value : text.slice(offset, offset + length);
      if (depth === 1) parameters.push([name, value === null ? '' : written]);
    },
  });
  return nested === null ? { parameters, encoded: null } : { problem: 'nested', name: nested };
}
