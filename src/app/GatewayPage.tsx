import { TryItPage } from '#console/features/gateway/TryItPage.tsx';
import { useConsole } from './ConsoleContext.ts';

/** The page to try the gateway, with the server's description of it. */
export function GatewayPage({ title }: { title: string }) {
  const { apiBase = '' } = useConsole().dataProvider;
  return <TryItPage title={title} descriptionUrl={`${apiBase}/gateway-openapi.json`} />;
}
