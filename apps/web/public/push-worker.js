/* Shows pushes of the platform while no page of it is open. The words are the server's, in the
   language the user has set; a click opens the alarm. Nothing is cached here. */
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
      data: addressOf(message.alarmId),
      // A later notification of the same alarm replaces the earlier one.
      ...(message.alarmId == null ? {} : { tag: `alarm-${message.alarmId}`, renotify: true }),
    }),
  );
});

/** The alarm in its drawer; the live alarms for a message that names none. */
function addressOf(alarmId) {
  return Number.isInteger(alarmId) ? `/historyalarm?alarm=${alarmId}` : '/realalarm';
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  // Notifications of an earlier version of this worker have no address.
  const address = event.notification.data ?? '/realalarm';
  const open = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const page = pages.find((one) => new URL(one.url).origin === self.location.origin);
    if (page === undefined) return self.clients.openWindow(address);
    await page.focus();
    // The browser refuses it for a page that this worker does not control.
    return page.navigate(address).catch(() => self.clients.openWindow(address));
  };
  event.waitUntil(open());
});
