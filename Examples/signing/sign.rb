# ruby sign.rb KEY DECK FORMAT DATA prints the signed path of a card, for 'cardshot serve'.
require 'erb'
require 'openssl'

def base64url(bytes) = [bytes].pack('m0').tr('+/', '-_').delete('=')

def sign(key, deck, format, data)
  file = deck.split('/').map { |name| ERB::Util.url_encode(name) }.join('/')
  rest = "#{base64url(%({"data":#{data}}))}/#{file}.#{format}"
  secret = key.tr('-_', '+/').unpack1('m')
  "/i/#{base64url(OpenSSL::HMAC.digest('SHA256', secret, rest))}/#{rest}"
end

puts sign(*ARGV)
