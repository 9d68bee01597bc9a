import { humanise } from './humanise.ts';
import type { Words } from './Words.ts';

/**
 * What people call something that has happened.
 * @param action as the audit log has it: `users.disable`, or its last part
 * @param otherwise what to say where the texts have nothing; else the last part made readable
 */
export function eventName(action: string, { translate }: Pick<Words, 'translate'>, otherwise?: string): string {
  const verb = action.slice(action.lastIndexOf('.') + 1);
  return translate(`timeline.actions.${verb}`, { _: otherwise ?? humanise(verb) });
}
