import type { UserIdentity } from 'react-admin';
import { userInfoSchema, type UserInfo } from '#shared/contract/session.ts';
import { SessionDataError } from './SessionDataError.ts';

/**
 * react-admin's form of the user info. Where a back end gives no id of the user, the name stands for it.
 *
 * @throws SessionDataError with the message for empty roles, or for anything else that is missing
 */
export function userIdentity(
  data: unknown,
): UserIdentity & Pick<UserInfo, 'roles' | 'introduction' | 'preview' | 'sandbox'> {
  const info = userInfoSchema.safeParse(data);
  if (!info.success) {
    const rolesMissing = info.error.issues.some(({ path }) => path[0] === 'roles');
    throw new SessionDataError(rolesMissing ? 'errors.empty_roles' : 'errors.missing_user_info');
  }
  const { name, id = name, avatar, introduction, roles, preview, sandbox } = info.data;
  if (roles.length === 0) throw new SessionDataError('errors.empty_roles');
  return { id, fullName: name, avatar, introduction, roles, ...(preview && { preview }), ...(sandbox && { sandbox }) };
}
