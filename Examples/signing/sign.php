<?php
// php sign.php KEY DECK FORMAT DATA prints the signed path of a card, for 'cardshot serve'.
function base64url(string $bytes): string {
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

function sign(string $key, string $deck, string $format, string $data): string {
    $file = implode('/', array_map('rawurlencode', explode('/', $deck)));
    $rest = base64url('{"data":' . $data . '}') . "/$file.$format";
    $secret = base64_decode(strtr($key, '-_', '+/'));
    return '/i/' . base64url(hash_hmac('sha256', $rest, $secret, true)) . "/$rest";
}

echo sign(...array_slice($argv, 1)), "\n";
