import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { rolePermissions, saveRolePermissions, type RolePermissions } from '#shared/contract/roles.ts';
import { ApiError, errorOf } from '#console/api/ApiError.ts';
import { useApi } from '#console/api/createApi.ts';
import type { Grants } from './useGrants.ts';

export const GRANTS_KEY = 'rolePermissions';

export interface SaveGrants {
  isSaving: boolean;
  failure: Error | null;
  /** The permissions that another user has saved in the meantime, or null. */
  conflict: RolePermissions | null;
  /** Resolves to true if nothing is left to ask, because it is saved or there is a conflict. */
  save(): Promise<boolean>;
  /** Continues after a conflict, with or without the local changes. */
  resolve(keep: boolean): void;
  forget(): void;
}

const AT_REST = { isSaving: false, failure: null, conflict: null };

/** Saves the changes. They stay if that fails. */
export function useSaveGrants({ base, after, rebase }: Grants): SaveGrants {
  const api = useApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [state, setState] = useState<Pick<SaveGrants, 'isSaving' | 'failure' | 'conflict'>>(AT_REST);
  const { id, name, revision } = base.role;

  async function save(): Promise<boolean> {
    if (state.isSaving) return false;
    setState({ ...AT_REST, isSaving: true });
    try {
      const body = { revision, permissions: [...after] };
      const saved = await api(saveRolePermissions, { params: { id }, body });
      queryClient.setQueryData([GRANTS_KEY, id], saved);
      rebase(saved, false);
      setState(AT_REST);
      notify('rolePermissions.saved', { type: 'success', messageArgs: { role: name } });
      await queryClient.invalidateQueries({ queryKey: ['roles'] });
      return true;
    } catch (error) {
      return fail(errorOf(error));
    }
  }

  async function fail(failure: Error): Promise<boolean> {
    const isOutdated = failure instanceof ApiError && failure.errorId === 'conflict';
    const now = isOutdated ? await api(rolePermissions, { query: { role_id: id } }).catch(() => null) : null;
    setState({ isSaving: false, failure: now ? null : failure, conflict: now });
    return now !== null;
  }

  return {
    ...state,
    save,
    resolve(keep) {
      if (state.conflict) rebase(state.conflict, keep);
      setState(AT_REST);
    },
    forget: () => setState((now) => ({ ...now, failure: null })),
  };
}
