import { humanise } from '../format/humanise.ts';
import type { Words } from '../format/Words.ts';

/**
 * Returns the display name of an event.
 * @param action action in the audit log, such as `users.disable`, or its last part
 * @param otherwise name if the action has no text; by default, the resource's action label or the humanised last part
 */
export function eventName(action: string, { translate }: Pick<Words, 'translate'>, otherwise?: string): string {
  const dot = action.lastIndexOf('.');
  const [resource, verb] = [action.slice(0, Math.max(0, dot)), action.slice(dot + 1)];
  const declared = translate(`resources.${resource}.actions.${verb}`, { _: humanise(verb) });
  return translate(`timeline.actions.${verb}`, { _: otherwise ?? declared });
}
