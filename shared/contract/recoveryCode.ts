/** Sixteen letters and digits in groups of any size. O, I and L are read as the digits that they resemble. */
export const RECOVERY_CODE = /^(?:[ -]*[0-9A-Za-z]){16}[ -]*$/;

/** Normalises a recovery code for comparison. */
export function bareRecoveryCode(code: string): string {
  return code.replaceAll(/[ -]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}
