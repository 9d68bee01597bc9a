import { publicUrlOf } from '#server/process/config.ts';
import { onDatabase, printJson, runCommand } from './commandLine.ts';
import { makeMerchant } from './makeMerchant.ts';

/** `npm run merchant:create`: creates a merchant and prints its owner's link. */
async function merchantCreate(): Promise<void> {
  await onDatabase(async (opened, config) => {
    const { record, link, isJson } = await makeMerchant(process.argv.slice(2), opened, config);
    const address = `${publicUrlOf(config)}${link.link}`;
    const { id, merchant_no, name, currency, time_zone, owner_username } = record;
    if (isJson) {
      const made = { id, merchant_no, name, currency, time_zone, owner_username };
      return printJson({ ...made, link: address, expires_at: link.expires_at });
    }
    process.stdout.write(
      `\n  ${String(merchant_no)}  ${String(name)} has been created.\n\n  ${String(owner_username)} sets up access with this link. It works once and expires after a day:\n\n  ${address}\n\n`,
    );
  });
}

runCommand(merchantCreate);
