// node sign.js KEY DECK FORMAT DATA prints the signed path of a card, for 'cardshot serve'.
const { createHmac } = require('node:crypto');

function sign(key, deck, format, data) {
  const payload = Buffer.from(`{"data":${data}}`).toString('base64url');
  const rest = `${payload}/${encodeURI(deck)}.${format}`;
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(rest).digest('base64url');
  return `/i/${signature}/${rest}`;
}

console.log(sign(...process.argv.slice(2)));
