import type { ParseError } from 'jsonc-parser';
import { finding, type Finding } from '../Problem.ts';

// jsonc-parser declares its codes as const enums, which a bundler can't resolve.
const InvalidSymbol = 1;
const InvalidNumberFormat = 2;
const PropertyNameExpected = 3;
const ValueExpected = 4;
const ColonExpected = 5;
const CommaExpected = 6;
const CloseBraceExpected = 7;
const CloseBracketExpected = 8;
const EndOfFileExpected = 9;
const InvalidCommentToken = 10;
const UnexpectedEndOfComment = 11;
const UnexpectedEndOfString = 12;
const UnexpectedEndOfNumber = 13;

const LONGEST_QUOTE = 20;

/** Converts a parser error to a finding and its offset in the text. */
export function syntaxFinding(text: string, { error, offset, length }: ParseError): [found: Finding, offset: number] {
  const here = (found: Finding): [Finding, number] => [found, offset];
  switch (error) {
    case PropertyNameExpected:
    case ValueExpected: {
      const comma = commaBefore(text, offset);
      if (comma !== null) return [finding('R009', [], {}), comma];
      return here(error === ValueExpected ? finding('R005', [], {}) : finding('R006', [], {}));
    }
    case ColonExpected:
      return here(finding('R003', [], { key: keyBefore(text, offset) }));
    case CommaExpected:
      return here(finding('R002', [], {}));
    case CloseBraceExpected:
    case CloseBracketExpected: {
      const bracket = error === CloseBraceExpected ? '}' : ']';
      return [finding('R004', [], { bracket }), Math.min(offset, text.trimEnd().length)];
    }
    case EndOfFileExpected:
      return here(finding('R007', [], {}));
    case InvalidCommentToken:
    case UnexpectedEndOfComment:
      return here(finding('R008', [], {}));
    case InvalidSymbol:
    case InvalidNumberFormat:
    case UnexpectedEndOfNumber:
      return here(finding('R001', [], { text: quote(text.slice(offset, offset + Math.max(1, length))) }));
    case UnexpectedEndOfString:
      return here(finding('R011', [], {}));
    default:
      return here(finding('R036', [], {}));
  }
}

/** Offset of the comma before a closing bracket, or null. */
function commaBefore(text: string, offset: number): number | null {
  const before = text.slice(0, offset).trimEnd();
  return before.endsWith(',') && /[\]}]/.test(text.charAt(offset)) ? before.length - 1 : null;
}

function keyBefore(text: string, offset: number): string {
  return /"([^"\n]*)"\s*$/.exec(text.slice(0, offset))?.[1] ?? '';
}

/** Shows an invisible character, such as a byte order mark, as its code. */
function quote(text: string): string {
  const number = (mark: string) => (mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return text.slice(0, LONGEST_QUOTE).replaceAll(/[\p{C}\p{Z}]/gu, (mark) => `U+${number(mark)}`);
}
