import { readFileSync, writeFileSync } from 'node:fs';
import { withGatewayReference } from '#server/modules/gateway/gatewayReference.ts';

/** `npm run gateway:reference`: writes the tables of parameters, errors and reasons into docs/gateway.md. */
const FILE = 'docs/gateway.md';
writeFileSync(FILE, withGatewayReference(readFileSync(FILE, 'utf8')));
