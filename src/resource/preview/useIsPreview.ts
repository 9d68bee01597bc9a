import { useGetIdentity } from 'react-admin';

/** True while the user views the console as another role, which blocks changes. */
export function useIsPreview(): boolean {
  return Boolean(useGetIdentity().identity?.['preview']);
}
