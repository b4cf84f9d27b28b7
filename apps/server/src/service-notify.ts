/**
 * Readiness for systemd (`Type=notify`), so that `systemctl start` returns when the server is ready
 * or fails with it. Node has no datagram sockets of the Unix family, so systemd's own program sends
 * the message.
 */
import { spawn } from 'node:child_process';
import type { Logger } from 'pino';

/** Does nothing unless a service manager started this process. */
export function notifyReady(log: Logger): void {
  if (!process.env['NOTIFY_SOCKET']) return;
  const notifier = spawn('systemd-notify', ['--ready'], { stdio: 'ignore' });
  notifier.once('error', (error) => log.error({ err: error }, 'systemd-notify did not start'));
  notifier.once('exit', (code) => {
    if (code !== 0) log.error({ code }, 'systemd-notify failed');
  });
}
