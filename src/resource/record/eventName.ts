import { humanise } from '#shared/format/humanise.ts';
import type { Words } from '#shared/format/Words.ts';

/**
 * What people call something that has happened.
 * @param action as the audit log has it: `users.disable`, or its last part
 * @param otherwise what to say if it has no text; else the name of the resource's action, or the last part made readable
 */
export function eventName(action: string, { translate }: Pick<Words, 'translate'>, otherwise?: string): string {
  const dot = action.lastIndexOf('.');
  const [resource, verb] = [action.slice(0, Math.max(0, dot)), action.slice(dot + 1)];
  const declared = translate(`resources.${resource}.actions.${verb}`, { _: humanise(verb) });
  return translate(`timeline.actions.${verb}`, { _: otherwise ?? declared });
}
