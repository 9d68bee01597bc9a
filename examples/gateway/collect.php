<?php
// Places a collection order with the gateway and queries it. Needs PHP 7.4; no packages.

$gatewayUrl = getenv('GATEWAY_URL') ?: 'http://127.0.0.1:4000';
$merchantNo = getenv('MERCHANT_NO') ?: exit("Set MERCHANT_NO\n");
$merchantKey = getenv('MERCHANT_KEY') ?: exit("Set MERCHANT_KEY\n");
$channel = getenv('CHANNEL') ?: 'cn_qr_yun';

/** Signs the parameters and makes a call. Parameters without a value are left out. */
$call = function (string $name, array $parameters) use ($gatewayUrl, $merchantNo, $merchantKey): string {
    $all = $parameters + [
        'merchant_no' => $merchantNo,
        'timestamp' => (string) time(),
        'nonce' => bin2hex(random_bytes(16)),
        'sign_type' => 'HMAC-SHA256',
    ];
    $signed = array_filter($all, fn($value) => $value !== '');
    ksort($signed, SORT_STRING);
    $base = implode('&', array_map(fn($key, $value) => "$key=$value", array_keys($signed), $signed));
    $sign = strtoupper(hash_hmac('sha256', $base, $merchantKey));
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => 'Content-Type: application/x-www-form-urlencoded',
        'content' => http_build_query($all + ['sign' => $sign]),
        'timeout' => 15,
        'ignore_errors' => true,
    ]]);
    return file_get_contents("$gatewayUrl/gateway/$name", false, $context);
};

$merchantOrderNo = 'php-' . bin2hex(random_bytes(8));
$order = ['merchant_order_no' => $merchantOrderNo, 'channel' => $channel, 'amount' => '12300'];
echo $call('collect', $order + ['subject' => '冬季外套 & 帽子']), "\n";
echo $call('query', ['type' => 'collect', 'merchant_order_no' => $merchantOrderNo]), "\n";
