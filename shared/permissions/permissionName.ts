import { humanise } from '../format/humanise.ts';
import { resourceName } from '../format/resourceName.ts';
import type { Translate } from '../i18n/translator.ts';

/** Name of a permission outside its menu: `roles.edit` → “Roles: Edit”. */
export function permissionName(key: string, translate: Translate): string {
  const dot = key.indexOf('.');
  const [resource, operation] = [key.slice(0, dot), key.slice(dot + 1)];
  const action = translate(`resources.${resource}.actions.${operation}`, { _: humanise(operation) });
  const general = translate(`rolePermissions.operations.${operation}`, { _: action });
  const own = translate(`rolePermissions.keys.${key}`, { _: general });
  return `${resourceName(resource, translate)}: ${own}`;
}
