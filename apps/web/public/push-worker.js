/* Shows pushes of the platform while no page of it is open. The words are the server's, in the
   language the user has set; a click leads to the live alarms. Nothing is cached here. */
self.addEventListener('push', (event) => {
  let message = {};
  try {
    message = event.data?.json() ?? {};
  } catch {
    // Not of this platform: shown as nothing but its name, for a push must show something.
  }
  const subject = typeof message.subject === 'string' ? message.subject : 'Busbar';
  const body = typeof message.text === 'string' ? message.text : '';
  event.waitUntil(
    self.registration.showNotification(subject, {
      body,
      icon: '/busbar.svg',
      // What is told again about an alarm takes the place of what was told before.
      ...(message.alarmId == null ? {} : { tag: `alarm-${message.alarmId}`, renotify: true }),
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const open = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const page = pages.find((one) => new URL(one.url).origin === self.location.origin);
    if (page === undefined) return self.clients.openWindow('/realalarm');
    await page.focus();
    // Refused by the browser for a page this worker does not control: it is in front, that must do.
    return page.navigate('/realalarm').catch(() => undefined);
  };
  event.waitUntil(open());
});
