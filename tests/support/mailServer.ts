import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerEnvelope, type SMTPServerOptions } from 'smtp-server';
import type { SmtpServer } from '#server/network/mailSettings.ts';
import { addressOf } from './merchantServer.ts';

/** One message that a mail server has accepted. */
export interface ReceivedMail {
  /** Sender and recipients of the envelope. */
  from: string;
  to: string[];
  raw: string;
}

/** A step of the SMTP session that can be refused. */
type Step = 'connect' | 'auth' | 'from' | 'to' | 'data';

/** A mail server on this machine. The test decides what it refuses. */
export interface MailServer {
  server: SmtpServer;
  received: ReceivedMail[];
  /** Users and passwords that were sent. */
  signIns: string[];
  /** Refuses a step with a status from now on. */
  refuse(step: Step, status: number): void;
  /** Accepts everything again, as initially. */
  accept(): void;
  close(): Promise<void>;
}

const CREDENTIALS = { user: 'console', pass: 'p@ss:word' };

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const refused = new Map<Step, number>();
  const received: ReceivedMail[] = [];
  const signIns: string[] = [];
  const problem = (step: Step) => {
    const responseCode = refused.get(step);
    return responseCode === undefined ? null : Object.assign(new Error('refused'), { responseCode });
  };
  async function receive(stream: Readable, { mailFrom, rcptTo }: SMTPServerEnvelope): Promise<Error | null> {
    const raw = (await buffer(stream)).toString('latin1');
    const failure = problem('data');
    const from = mailFrom === false ? '' : mailFrom.address;
    if (!failure) received.push({ from, to: rcptTo.map(({ address }) => address), raw });
    return failure;
  }
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onConnect: (_session, done) => done(problem('connect')),
    onAuth({ username, password }, _session, done) {
      signIns.push(`${username} ${password}`);
      done(problem('auth'), { user: username });
    },
    onMailFrom: (_address, _session, done) => done(problem('from')),
    onRcptTo: (_address, _session, done) => done(problem('to')),
    onData: (stream, { envelope }, done) => void receive(stream, envelope).then(done),
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = addressOf(server.server.address());
  return {
    server: { host: '127.0.0.1', port, isSecure: false, auth: CREDENTIALS },
    received,
    signIns,
    refuse: (step, status) => void refused.set(step, status),
    accept: () => refused.clear(),
    close: () => new Promise((closed) => server.close(closed)),
  };
}
