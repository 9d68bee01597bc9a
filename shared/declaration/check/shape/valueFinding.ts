import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';

/** The finding for a value outside a closed set. */
export function valueFinding(path: Path, value: unknown, options: readonly string[]): Finding {
  if (path.length === 1 && path[0] === 'version') return finding('R029', path, { value: JSON.stringify(value) });
  const suggestion = typeof value === 'string' ? nearest(value, options) : undefined;
  return finding('R015', path, { value: String(value), options: options.join(', ') }, { suggestion });
}
