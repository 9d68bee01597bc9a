/** Sixteen letters and digits in any groups; O, I and L are read as the digits that they look like. */
export const RECOVERY_CODE = /^(?:[ -]*[0-9A-Za-z]){16}[ -]*$/;

/** A recovery code in the one form in which it is compared. */
export function bareRecoveryCode(code: string): string {
  return code.replaceAll(/[ -]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}
