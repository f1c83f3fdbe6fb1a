class PaymentSession < ApplicationRecord; end
